import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { Button } from './Button.tsx'
import { ButtonGroup } from './ButtonGroup.tsx'
import { IconButton } from './IconButton.tsx'
import { TooltipProvider } from './Tooltip.tsx'

test('a button that cannot be used takes focus, says why, and does nothing', async () => {
  const onClick = vi.fn()
  const screen = await render(
    <TooltipProvider>
      <Button disabledReason="Owners only" onClick={onClick}>
        Delete
      </Button>
    </TooltipProvider>,
  )
  const button = screen.getByRole('button', { name: 'Delete' })
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Owners only')
  await userEvent.keyboard('{Enter}')
  await button.click({ force: true })
  expect(onClick).not.toHaveBeenCalled()
})

test.each([{ loading: true }, { disabledReason: 'Nothing changed' }, { disabled: true }])(
  'a form is not sent past its button: %o',
  async (props) => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    const screen = await render(
      <TooltipProvider>
        <form onSubmit={onSubmit}>
          <input aria-label="Name" />
          <Button {...props} type="submit">
            Save
          </Button>
        </form>
      </TooltipProvider>,
    )
    await screen.getByRole('textbox').click()
    await userEvent.keyboard('{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  },
)

test('a link can look like a button', async () => {
  const screen = await render(
    <Button asChild variant="primary">
      <a href="#there">Open</a>
    </Button>,
  )
  await expect.element(screen.getByRole('link', { name: 'Open' })).toHaveClass('bg-accent')
})

test('every variant is readable in both themes', async () => {
  await render(
    <TooltipProvider>
      {(['primary', 'secondary', 'ghost', 'danger', 'link'] as const).map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <ButtonGroup aria-label="Step">
        <Button>Back</Button>
        <IconButton label="More" icon="…" />
      </ButtonGroup>
    </TooltipProvider>,
  )
  await expectAccessible()
})
