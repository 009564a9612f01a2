import { expect, test } from 'vitest'
import { unsavedTexts } from './unsaved.ts'

const ID = '0192f6f0-1111-7222-8333-444455556666'

function memory() {
  const held = new Map<string, string>()
  const store = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
  return { held, texts: unsavedTexts(() => store) }
}

test('each project has its own new query', () => {
  const { texts } = memory()
  const text = { id: ID, name: null, sql: 'select 1' }
  texts.write('one', null, text)
  expect(texts.read('one', null)).toEqual(text)
  expect(texts.read('two', null)).toBeUndefined()
  expect(texts.read('one', ID)).toBeUndefined()
  texts.remove('one', null)
  expect(texts.read('one', null)).toBeUndefined()
})

test.each(['', 'null', '{', '{"id":"x","name":null,"sql":""}', '[]'])(
  'what is not ours is nothing: %j',
  (value) => {
    const { held, texts } = memory()
    held.set('plinth:sql:one:new', value)
    expect(texts.read('one', null)).toBeUndefined()
  },
)

test('a browser without storage loses the copy, not the page', () => {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  const texts = unsavedTexts(refuse)
  texts.write('one', null, { id: ID, name: null, sql: '' })
  texts.remove('one', null)
  expect(texts.read('one', null)).toBeUndefined()
})
