import { CommandGroup, CommandInput, CommandItem, CommandList, CommandMenu } from '@plinth/ui'
import { useCommands } from './use-commands.ts'

/** Mod+K: go anywhere, switch, create, copy. Loaded when it is first opened. */
export default function CommandPalette({
  onClose,
  onKeyboardHelp,
}: {
  onClose: () => void
  onKeyboardHelp: () => void
}) {
  const groups = useCommands(onKeyboardHelp)
  return (
    <CommandMenu open onOpenChange={onClose} label="Commands">
      <CommandInput />
      <CommandList empty="Nothing of that name">
        {groups.map(({ heading, commands }) => (
          <CommandGroup key={heading} heading={heading}>
            {commands.map(({ id, label, icon, keywords, shortcut, run }) => (
              <CommandItem
                key={id}
                value={`${heading} ${id}`}
                keywords={[label, ...(keywords ?? [])]}
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
