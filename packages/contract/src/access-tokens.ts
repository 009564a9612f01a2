import { z } from 'zod'
import { DisplayName, Done, Nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Permission } from './permissions.ts'

/** Access tokens look like `plinth_pat_<40 letters and digits><6 of checksum>`: scanners can find them, and a typo is refused without a look-up. */
export const ACCESS_TOKEN_PATTERN = /^plinth_pat_[0-9A-Za-z]{46}$/

export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** Its first characters, enough to recognise it by. */
  prefix: z.string(),
  /** Null: everything its owner may. */
  scopes: z.array(Permission).nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

export const CreateAccessToken = z.strictObject({
  name: DisplayName,
  scopes: z.array(Permission).min(1, 'Choose at least one scope').nullable().default(null),
  expires_in_days: z.int().min(1).max(3650).nullable().default(30),
})

export const accessTokens = {
  list: endpoint({
    needs: 'signed-in',
    route: { method: 'GET', path: '/platform/access-tokens', summary: 'Your access tokens' },
  })
    .input(Nothing)
    .output(z.array(AccessToken)),

  create: endpoint({
    needs: 'signed-in',
    route: {
      method: 'POST',
      path: '/platform/access-tokens',
      summary: 'Make an access token; the answer shows it this once',
      successStatus: 201,
    },
  })
    .input(CreateAccessToken)
    .output(AccessToken.extend({ token: z.string() })),

  delete: endpoint({
    needs: 'signed-in',
    route: {
      method: 'DELETE',
      path: '/platform/access-tokens/{id}',
      summary: 'Revoke an access token',
    },
    errors: ['TOKEN_NOT_FOUND'],
  })
    .input(z.strictObject({ id: z.uuid() }))
    .output(Done),
}
