import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { cookieNameFor, cookieOf, sessionTokenOf } from './cookie.ts'

const signed = (token: string, secret: string) =>
  encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`)

test('the name binds it to the host where there is TLS', () => {
  expect(cookieNameFor('https://plinth.example')).toBe('__Host-plinth_session')
  expect(cookieNameFor('http://127.0.0.1:8000')).toBe('plinth_session')
})

test('a cookie is found by its whole name', () => {
  const found = (cookie: string) => cookieOf(new Headers({ cookie }), 'plinth_session')
  expect({
    alone: found('plinth_session=a.b'),
    amongOthers: found('theme=dark; plinth_session=a.b; x=1'),
    twice: found('plinth_session=first; plinth_session=second'),
    longerName: found('not_plinth_session=a; plinth_session_2=b'),
    hostName: found('__Host-plinth_session=a'),
    none: cookieOf(new Headers(), 'plinth_session'),
  }).toEqual({
    alone: 'a.b',
    amongOthers: 'a.b',
    twice: 'first',
    longerName: undefined,
    hostName: undefined,
    none: undefined,
  })
})

test('only our own signature opens a cookie', () => {
  const cookie = signed('some-token', 'our secret')
  expect(sessionTokenOf(cookie, 'our secret')).toBe('some-token')
  const refused = {
    'of another secret': signed('some-token', 'their secret'),
    'for another token': cookie.replace('some', 'soma'),
    'cut short': cookie.slice(0, -4),
    'without a signature': 'some-token',
    'with an empty one': 'some-token.',
    'with nothing signed': signed('', 'our secret'),
    'not percent-encoded': '%E0%A4%A',
    empty: '',
  }
  const opened = Object.entries(refused).filter(([, text]) => sessionTokenOf(text, 'our secret'))
  expect(opened).toEqual([])
})
