import { CommandGroup, CommandInput, CommandItem, CommandList, CommandMenu } from '@plinth/ui'
import { useState } from 'react'
import { filterCommands } from './filter-commands.ts'
import { useCommands } from './use-commands.ts'

/** Mod+K: go anywhere, switch, create, copy. Loaded when it is first opened. */
export default function CommandPalette({
  onClose,
  onKeyboardHelp,
}: {
  onClose: () => void
  onKeyboardHelp: () => void
}) {
  const [typed, setTyped] = useState('')
  const sections = filterCommands(useCommands(onKeyboardHelp), typed)
  return (
    <CommandMenu open onOpenChange={onClose} label="Commands" shouldFilter={false}>
      <CommandInput value={typed} onChange={setTyped} />
      <CommandList empty="Nothing of that name">
        {sections.map(({ heading, commands }) => (
          <CommandGroup key={heading} heading={heading}>
            {commands.map(({ id, label, icon, shortcut, run }) => (
              <CommandItem
                key={id}
                value={`${heading} ${id}`}
                icon={icon}
                shortcut={shortcut}
                onSelect={() => {
                  onClose()
                  run()
                }}
              >
                {label}
              </CommandItem>
            ))}
          </CommandGroup>
        ))}
      </CommandList>
    </CommandMenu>
  )
}
