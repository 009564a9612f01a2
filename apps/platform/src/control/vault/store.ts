import type pg from 'pg'

const COLUMNS = `id, name, description, created_at, updated_at`

export type SecretRow = {
  readonly id: string
  readonly name: string | null
  readonly description: string
  readonly created_at: Date
  readonly updated_at: Date
}

type Change = {
  readonly secret?: string | undefined
  readonly name?: string | null | undefined
  readonly description?: string | undefined
}

const MAX_LISTED = 1_000

/** The vault of one project, as its owner sees it. Only the database itself seals and opens. */
export const vaultStore = (client: pg.ClientBase) => ({
  async list(): Promise<SecretRow[]> {
    const { rows } = await client.query<SecretRow>(
      `select ${COLUMNS} from vault.secrets order by created_at desc limit $1`,
      [MAX_LISTED],
    )
    return rows
  },

  async byId(id: string): Promise<SecretRow | undefined> {
    const { rows } = await client.query<SecretRow>(
      `select ${COLUMNS} from vault.secrets where id = $1`,
      [id],
    )
    return rows[0]
  },

  async create({ secret, name, description }: Change): Promise<string> {
    const { rows } = await client.query<{ id: string }>(
      'select vault.create_secret($1, $2, $3) as id',
      [secret, name, description],
    )
    return rows[0]?.id ?? ''
  },

  async update(id: string, { secret, name, description }: Change): Promise<void> {
    await client.query('select vault.update_secret($1, $2, $3, $4)', [
      id,
      secret,
      name,
      description,
    ])
  },

  async delete(id: string): Promise<boolean> {
    const { rowCount } = await client.query('delete from vault.secrets where id = $1', [id])
    return rowCount === 1
  },

  async reveal(id: string): Promise<string | undefined> {
    const { rows } = await client.query<{ secret: string }>(
      'select decrypted_secret as secret from vault.decrypted_secrets where id = $1',
      [id],
    )
    return rows[0]?.secret
  },
})
