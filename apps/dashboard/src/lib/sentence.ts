/** A text of somebody else's, such as a server's message, with an end that another sentence can follow. */
export const sentence = (text: string): string => (/[.!?…:]$/.test(text) ? text : `${text}.`)
