import type { RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { cookieNameFor, cookieOf } from './cookie.ts'

const DAY_S = 24 * 60 * 60
const ADDRESS_HEADER = 'x-plinth-client-address'
const MAX_USER_AGENT = 300

type Options = Pick<Deps, 'db' | 'log' | 'secrets' | 'publicUrl'>
type Caller = Pick<RequestContext, 'headers' | 'ip' | 'reply'>
type Credentials = { readonly email: string; readonly password: string }

const at = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

// It takes a quarter of a second to load, and a start should not wait for a sign-in.
async function load({ db, log, secrets, publicUrl }: Options) {
  const { betterAuth } = await import('better-auth')
  return betterAuth({
    baseURL: publicUrl,
    // `secrets` and not `secret`: the latter gives way to an environment variable
    secrets: [{ version: 1, value: secrets.derive('sessions') }],
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => log.error({ details }, `sign-in library: ${message}`),
    },
    emailAndPassword: { enabled: true, disableSignUp: true, maxPasswordLength: 256 },
    session: {
      modelName: 'sessions',
      expiresIn: 30 * DAY_S,
      updateAge: DAY_S,
      fields: {
        ...at,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
    },
    user: { modelName: 'users', fields: { ...at, emailVerified: 'email_verified' } },
    account: {
      modelName: 'accounts',
      fields: {
        ...at,
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: { modelName: 'verifications', fields: { ...at, expiresAt: 'expires_at' } },
    advanced: {
      cookiePrefix: 'plinth',
      // it would say __Secure- before the name, which then is not the __Host- one
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: cookieNameFor(publicUrl),
          attributes: {
            secure: publicUrl.startsWith('https:'),
            httpOnly: true,
            sameSite: 'lax',
            path: '/',
          },
        },
      },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
    },
  })
}

/**
 * The sign-in library behind our own calls. It is asked in process only: none of its routes is
 * mounted, so what it can do beyond this is out of reach.
 */
export function signInLibrary(options: Options) {
  const cookieName = cookieNameFor(options.publicUrl)
  let loading: ReturnType<typeof load> | undefined
  const library = () => (loading ??= load(options))

  // what a client claims about itself goes no further than this
  function headersFrom({ headers, ip }: Caller): Headers {
    const cookie = cookieOf(headers, cookieName)
    return new Headers({
      [ADDRESS_HEADER]: ip,
      'user-agent': (headers.get('user-agent') ?? '').slice(0, MAX_USER_AGENT),
      ...(cookie && { cookie: `${cookieName}=${cookie}` }),
    })
  }

  function passOn(given: Headers, { reply }: Caller) {
    const ours = given.getSetCookie().filter((cookie) => cookie.startsWith(`${cookieName}=`))
    for (const cookie of ours) reply.append('set-cookie', cookie)
  }

  return {
    /** Starts a session and sets its cookie; undefined where e-mail or password are wrong, after the same time. */
    async signIn(credentials: Credentials, caller: Caller): Promise<string | undefined> {
      const { api } = await library()
      const asked = { body: { ...credentials }, headers: headersFrom(caller) }
      const answer = await api
        .signInEmail({ ...asked, returnHeaders: true })
        .catch((error: unknown) => {
          if (!isUnauthorized(error)) throw error
          return undefined // expected: this is how it says that the credentials are wrong
        })
      if (!answer) return undefined
      passOn(answer.headers, caller)
      return answer.response.user.id
    },

    /** Moves the end of a session on, and of its cookie, at most once a day. */
    async renew(caller: Caller) {
      const { api } = await library()
      const { headers } = await api.getSession({
        headers: headersFrom(caller),
        returnHeaders: true,
      })
      passOn(headers, caller)
    },

    /** Ends the session of this request and takes its cookie back. */
    async signOut(caller: Caller) {
      const { api } = await library()
      const { headers } = await api.signOut({ headers: headersFrom(caller), returnHeaders: true })
      passOn(headers, caller)
    },

    /** scrypt, N = 2^14, r = 16: 32 MiB and about 0.1 s for every guess. */
    async hashPassword(password: string): Promise<string> {
      const crypto = await import('better-auth/crypto')
      return crypto.hashPassword(password)
    },

    async isPassword(password: string, hash: string): Promise<boolean> {
      const crypto = await import('better-auth/crypto')
      return crypto.verifyPassword({ password, hash })
    },
  }
}

const isUnauthorized = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 401
