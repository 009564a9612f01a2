type Found = {
  readonly label: string
  readonly keywords?: string[]
}
type Section<Command extends Found> = {
  readonly heading: string
  readonly commands: readonly Command[]
}

/**
 * The commands that hold every typed word, those whose name begins with what was typed first. By words
 * and not by scattered letters: among random references everything would match anything.
 */
export function filterCommands<Command extends Found>(
  sections: readonly Section<Command>[],
  typed: string,
): readonly Section<Command>[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return sections
  const isStart = ({ label }: Found) => label.toLowerCase().startsWith(words.join(' '))
  const holds = (heading: string, { label, keywords = [] }: Found) => {
    const text = [heading, label, ...keywords].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const found = sections
    .map(({ heading, commands }) => ({
      heading,
      commands: commands
        .filter((command) => holds(heading, command))
        .toSorted((a, b) => Number(isStart(b)) - Number(isStart(a))),
    }))
    .filter(({ commands }) => commands.length > 0)
  const startsIn = ({ commands }: Section<Command>) => commands.some(isStart)
  return found.toSorted((a, b) => Number(startsIn(b)) - Number(startsIn(a)))
}
