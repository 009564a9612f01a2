import { type ComponentType, lazy, useState } from 'react'

/**
 * A component that is fetched when it is first shown, or before, by `preload`. One that is there is
 * shown at once: React's own `lazy` waits for it even then, and shows nothing meanwhile.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | undefined
  const fetched = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  const Fetched = lazy(fetched)

  function Later(props: Props) {
    // which of the two it began with, or what is typed into it would be lost with the next rendering
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Fetched)
    return <Shown {...props} />
  }
  /** Where this fails, whoever shows it asks again. */
  const preload = () => void fetched().catch(() => undefined)
  return Object.assign(Later, { preload })
}
