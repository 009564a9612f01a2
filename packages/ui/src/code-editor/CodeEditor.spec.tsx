import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { CodeEditor } from './CodeEditor.tsx'

function Controlled({ fileName, onSave }: { fileName: string; onSave?: () => void }) {
  const [value, setValue] = useState("const greeting = 'hello'")
  return (
    <div style={{ height: 200 }}>
      <CodeEditor
        aria-label="Code"
        fileName={fileName}
        value={value}
        onChange={setValue}
        onSave={onSave}
      />
      <output>{value}</output>
    </div>
  )
}

/** The text in colours of its own, piece by piece. */
const coloured = (container: Element) =>
  [...container.querySelectorAll('.cm-line span')].map(({ textContent }) => textContent)

test.each(['index.ts', 'lib/page.jsx', 'worker.mjs'])(
  '%s is coloured as a script',
  async (name) => {
    const { container } = await render(<Controlled fileName={name} />)
    await expect.poll(() => coloured(container)).toContain('const')
  },
)

test('deno.json is coloured as JSON', async () => {
  const { container } = await render(
    <CodeEditor aria-label="Code" fileName="deno.json" value="[1]" />,
  )
  await expect.poll(() => coloured(container)).toContain('1')
})

test('plain text has no colours', async () => {
  const { container } = await render(<Controlled fileName="notes.txt" />)
  expect(coloured(container)).toEqual([])
  await expectAccessible()
})

test('typing is told and Mod+S saves', async () => {
  const onSave = vi.fn()
  const screen = await render(<Controlled fileName="index.ts" onSave={onSave} />)
  await screen.getByRole('textbox', { name: 'Code' }).click()
  await userEvent.keyboard('{Control>}{End}{/Control};')
  await expect.element(screen.getByRole('status')).toHaveTextContent("const greeting = 'hello';")
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(onSave).toHaveBeenCalledOnce()
})
