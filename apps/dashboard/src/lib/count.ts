/** '1 project', '2,400 projects', 'no projects'. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${amount === 0 ? 'no' : amount.toLocaleString('en')} ${amount === 1 ? one : many}`
