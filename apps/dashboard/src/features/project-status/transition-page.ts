import { later } from '#app/lib/later.tsx'

/** The page of what a project passes through; the gate shows it, the shell fetches it ahead. */
export const TransitionPage = later(() => import('./TransitionPage.tsx'))
