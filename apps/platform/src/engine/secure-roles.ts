import { adminRole, type SocketTarget, setRolePasswords, withAdmin } from '@plinth/postgres'
import pg from 'pg'
import type { Placement } from './engine.ts'

type Options = {
  /** The superuser's passwords that it may have now, the likeliest first. */
  readonly admins: readonly string[]
  readonly secrets: Placement['secrets']
  /** What the owner's password becomes, where it does. */
  readonly ownerVerifier?: string | undefined
}

/** Gives every role of a running cluster its password. Fine when they have them already. */
export async function securePasswords(
  target: Omit<SocketTarget, 'password'>,
  { admins, secrets, ownerVerifier }: Options,
): Promise<void> {
  const { admin, editor, readOnly, monitor, authenticator } = secrets
  for (const [index, password] of admins.entries()) {
    try {
      return await withAdmin({ ...target, password }, async (client) => {
        if (ownerVerifier) {
          await client.query(`alter role postgres password ${pg.escapeLiteral(ownerVerifier)}`)
        }
        await setRolePasswords(client, {
          plinth_editor: editor,
          plinth_read_only: readOnly,
          plinth_monitor: monitor,
          authenticator,
          [adminRole]: admin,
        })
      })
    } catch (error) {
      const isRefused = error instanceof pg.DatabaseError && error.code === '28P01'
      if (!isRefused || index === admins.length - 1) throw error
    }
  }
}
