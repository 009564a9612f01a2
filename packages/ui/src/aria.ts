/** What a component without visible text must be given: a name, or the id of the element that names it. */
export type AriaLabel =
  | { 'aria-label': string; 'aria-labelledby'?: never }
  | { 'aria-labelledby': string; 'aria-label'?: never }
