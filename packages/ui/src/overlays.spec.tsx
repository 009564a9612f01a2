import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { Button } from './Button.tsx'
import {
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
  CommandMenu,
} from './CommandMenu.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { ContextMenu } from './ContextMenu.tsx'
import { Dialog } from './Dialog.tsx'
import { DropdownMenu } from './DropdownMenu.tsx'
import { Popover } from './Popover.tsx'
import { Sheet } from './Sheet.tsx'

function Asking({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Restart</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Restart the database?"
        description="Connections are closed."
        onConfirm={onConfirm}
      />
    </>
  )
}

test('a question that only asks for a yes begins at its way back', async () => {
  const onConfirm = vi.fn()
  const screen = await render(<Asking onConfirm={onConfirm} />)
  await screen.getByRole('button', { name: 'Restart' }).click()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a dialog is named and described, and gives the focus back', async () => {
  const onConfirm = vi.fn()
  const screen = await render(<Asking onConfirm={onConfirm} />)
  const opener = screen.getByRole('button', { name: 'Restart' })
  await opener.click()
  const dialog = screen.getByRole('dialog', { name: 'Restart the database?' })
  await expect.element(dialog).toHaveAccessibleDescription('Connections are closed.')
  await expectAccessible()
  await screen.getByRole('button', { name: 'Confirm' }).click()
  expect(onConfirm).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('a double click on its button closed a dialog that it had just opened', async () => {
  const screen = await render(<Asking onConfirm={() => {}} />)
  const opener = screen.getByRole('button', { name: 'Restart' }).element()
  // both presses by the page itself: between two of the test runner's there may pass any time
  if (opener instanceof HTMLElement) opener.click()
  const dialog = screen.getByRole('dialog')
  await vi.waitFor(() => dialog.element())
  await new Promise((resolve) => setTimeout(resolve, 20))
  const scrim = document.elementFromPoint(1, 1)
  for (const type of ['pointerdown', 'pointerup', 'click'])
    scrim?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }))
  await new Promise((resolve) => setTimeout(resolve, 20))
  await expect.element(dialog).toBeVisible()
})

test('a dialog begins at its first question, not at the button that closes it', async () => {
  const screen = await render(
    <Dialog open onOpenChange={() => {}} title="Rename it">
      <input aria-label="Reference" readOnly />
      <input aria-label="Name" />
    </Dialog>,
  )
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

function Naming() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add</Button>
      {isOpen && (
        <Dialog open onOpenChange={setOpen} title="Add a file">
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what is tried */}
          <input aria-label="Name" autoFocus />
        </Dialog>
      )}
    </>
  )
}

test('a dialog whose field takes the focus by itself gives it back', async () => {
  const screen = await render(<Naming />)
  await screen.getByRole('button', { name: 'Add' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: 'Add' })).toHaveFocus()
})

function Deleting() {
  const [isOpen, setOpen] = useState(false)
  const [isThere, setThere] = useState(true)
  return (
    <main tabIndex={-1}>
      {isThere && <Button onClick={() => setOpen(true)}>Delete</Button>}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete it?"
        onConfirm={() => {
          setThere(false)
          setOpen(false)
        }}
      />
    </main>
  )
}

test('the page has the focus where a dialog has taken away what opened it', async () => {
  const screen = await render(<Deleting />)
  await screen.getByRole('button', { name: 'Delete' }).click()
  await screen.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})

test('a sheet closes by its button', async () => {
  const onOpenChange = vi.fn()
  const screen = await render(
    <Sheet open onOpenChange={onOpenChange} title="Row 4" footer={<Button>Save</Button>}>
      The row
    </Sheet>,
  )
  await expect.element(screen.getByRole('dialog', { name: 'Row 4' })).toBeVisible()
  await expectAccessible()
  await screen.getByRole('button', { name: 'Close' }).click()
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('a menu runs by keyboard; an entry that cannot be used is reached, read and refused', async () => {
  const onRename = vi.fn()
  const onDelete = vi.fn()
  const screen = await render(
    <DropdownMenu
      trigger={<Button>More</Button>}
      items={[
        { label: 'Rename', onSelect: onRename },
        'separator',
        { label: 'Delete', tone: 'danger', onSelect: onDelete, disabledReason: 'Owners only' },
        { label: 'Docs', href: 'https://example.com' },
      ]}
    />,
  )
  const trigger = screen.getByRole('button', { name: 'More' })
  trigger.element().focus()
  await userEvent.keyboard('{Enter}{ArrowDown}')
  const forbidden = screen.getByRole('menuitem', { name: /Delete/ })
  await expect.element(forbidden).toHaveFocus()
  await expect.element(forbidden).toMatchTextContent('Owners only')
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  expect(onDelete).not.toHaveBeenCalled()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onRename).toHaveBeenCalledOnce()
  await expect.element(trigger).toHaveFocus()
})

test('a right click opens the context menu', async () => {
  const onCopy = vi.fn()
  const screen = await render(
    <ContextMenu items={[{ label: 'Copy', onSelect: onCopy }]}>
      <div>cell</div>
    </ContextMenu>,
  )
  await screen.getByText('cell').click({ button: 'right' })
  await screen.getByRole('menuitem', { name: 'Copy' }).click()
  expect(onCopy).toHaveBeenCalledOnce()
})

test('a popover leaves the page alone and closes by Escape', async () => {
  const screen = await render(
    <Popover aria-label="Filter" trigger={<Button>Filter</Button>}>
      <input aria-label="Rows" />
    </Popover>,
  )
  await screen.getByRole('button', { name: 'Filter' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Rows' })).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('the command menu filters and runs', async () => {
  const onSelect = vi.fn()
  const screen = await render(
    <CommandMenu open onOpenChange={() => {}} label="Commands">
      <CommandInput />
      <CommandList>
        <CommandGroup heading="Go to">
          <CommandItem value="tables" keywords={['rows']} onSelect={onSelect}>
            Tables
          </CommandItem>
          <CommandItem value="logs" onSelect={() => {}}>
            Logs
          </CommandItem>
        </CommandGroup>
      </CommandList>
    </CommandMenu>,
  )
  await expectAccessible()
  await userEvent.keyboard('rows')
  await expect.element(screen.getByRole('option', { name: 'Logs' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledOnce()
})

function FromMenu() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DropdownMenu
        trigger={<Button>More</Button>}
        items={[{ label: 'Rename', onSelect: () => setOpen(true) }]}
      />
      <Sheet open={isOpen} onOpenChange={setOpen} title="Rename">
        <input aria-label="Name" />
      </Sheet>
    </>
  )
}

test('a dialog opened from a menu gives the focus back to the menu button', async () => {
  const screen = await render(<FromMenu />)
  await screen.getByRole('button', { name: 'More' }).click()
  await screen.getByRole('menuitem', { name: 'Rename' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Rename' })).toBeVisible()
  await screen.getByRole('textbox', { name: 'Name' }).fill('x')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: 'More' })).toHaveFocus()
})
