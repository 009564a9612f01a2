const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** What the key of a shortcut is called on this machine. */
export const MOD = isApple ? '⌘' : 'Ctrl '
