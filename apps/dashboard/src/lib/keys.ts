export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What the key that goes with a letter is called on this machine. */
export const MOD_KEY = isApple ? '⌘' : 'Ctrl'
