const LINK = /^(\/platform\/invitations\/|\/downloads\/)[^/]+/

/** A path as the log may keep it: whoever reads the log must not be able to use somebody's link. */
export const loggedPath = (path: string) => path.replace(LINK, '$1[secret]')
