import axe from 'axe-core'
import { expect } from 'vitest'
import { setDocumentTheme } from '#ui/document-theme.ts'

// a piece of a page is not a page, so what axe asks of a whole one is left to the end-to-end tests
const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }

/** Finds nothing wrong for assistive technology, contrast included, in either theme. */
export async function expectAccessible(root: Element = document.body): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    setDocumentTheme(theme)
    await settled()
    const { violations } = await axe.run(root, { rules })
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
    expect(found, theme).toEqual([])
  }
  setDocumentTheme('light')
}

// a colour half way through its transition has a contrast of its own
async function settled(): Promise<void> {
  await new Promise(requestAnimationFrame)
  await Promise.allSettled(
    document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
      .map((each) => each.finished),
  )
}
