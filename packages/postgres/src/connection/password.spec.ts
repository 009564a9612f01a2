import { expect, test } from 'vitest'
import { scramVerifier } from './password.ts'

test("the verifier of RFC 7677's example", async () => {
  // the RFC's salt and password; its server key gives the signature the RFC prints
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')
  expect(await scramVerifier('pencil', { salt })).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
})

test('two verifiers of one password differ', async () => {
  expect(await scramVerifier('x')).not.toBe(await scramVerifier('x'))
})
