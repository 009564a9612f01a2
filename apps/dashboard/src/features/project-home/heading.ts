/** The home's heading (spec §2, screen 10). */
export const headingOf = ({ ref, name }: { readonly ref: string; readonly name: string }): string =>
  ref === 'default' ? 'Welcome to your project' : name
