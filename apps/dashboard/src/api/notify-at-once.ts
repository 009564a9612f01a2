import { notifyManager } from '@tanstack/react-query'

// A button learns that its call is under way before the next event comes. By a timer, as is usual, the
// second press of a double click still finds it enabled, and asks for what is already being done.
notifyManager.setScheduler(queueMicrotask)
