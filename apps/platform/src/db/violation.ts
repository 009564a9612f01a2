import pg from 'pg'

const UNIQUE = '23505'
const FOREIGN_KEY = '23503'

const isCode = (error: unknown, code: string, constraint: string) =>
  error instanceof pg.DatabaseError && error.code === code && error.constraint === constraint

/** Whether a row was refused because another one has the same key. */
export const violatesUnique = (error: unknown, constraint: string) =>
  isCode(error, UNIQUE, constraint)

/** Whether a row cannot go because others name it. */
export const violatesReference = (error: unknown, constraint: string) =>
  isCode(error, FOREIGN_KEY, constraint)
