import type { Kysely } from 'kysely'
import type { SecretBox } from '#app/base/secret-box.ts'
import { type Authority, newAuthority } from '#app/engine/certificates.ts'
import type { Database } from '#app/db/schema.ts'

const CONTEXT = 'certificate authority'

type Options = { readonly db: Kysely<Database>; readonly secrets: SecretBox }

/** The installation's authority; made when it is first asked for, the same for every platform of it. */
export function certificateAuthority({ db, secrets }: Options): () => Promise<Authority> {
  const read = () =>
    db.selectFrom('certificate_authority').select(['certificate', 'key']).executeTakeFirst()

  async function findOrMake(): Promise<Authority> {
    let row = await read()
    if (!row) {
      const made = await newAuthority()
      await db
        .insertInto('certificate_authority')
        .values({ certificate: made.certificate, key: secrets.seal(made.key, CONTEXT) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      // another platform may have been faster, and its authority is the one
      row = await read()
    }
    if (!row) throw new Error('The certificate authority could not be kept')
    return { certificate: row.certificate, key: secrets.open(row.key, CONTEXT) }
  }

  let known: Promise<Authority> | undefined
  return () => {
    known ??= findOrMake().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}
