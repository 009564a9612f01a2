/** What every control that holds a value looks like. The focus ring sits on its border. */
export const controlStyles =
  'w-full min-w-0 rounded-md border border-line-control bg-surface text-sm text-fg transition-[border-color,box-shadow] duration-100 hover:border-line-strong focus-visible:border-focus focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken aria-invalid:border-danger aria-invalid:focus-visible:outline-danger'
