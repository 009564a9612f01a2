import type { EdgeFunction, Project } from '@plinth/contract'
import { CodeBlock, SettingsSection, Tab, TabPanel, Tabs, TabsList } from '@plinth/ui'
import { snippetsFor } from './snippets.ts'
import { usePublicKey } from './use-keys.ts'

/** How a function is called from elsewhere. */
export function InvokeSnippets({ project, fn }: { project: Project; fn: EdgeFunction }) {
  const key = usePublicKey(project)
  const snippets = snippetsFor(fn, key)
  return (
    <SettingsSection title="Call it">
      <Tabs defaultValue="curl">
        <TabsList aria-label="Language">
          {snippets.map(({ label }) => (
            <Tab key={label} value={label}>
              {label}
            </Tab>
          ))}
        </TabsList>
        {snippets.map(({ label, code }) => (
          <TabPanel key={label} value={label}>
            <CodeBlock aria-label={label} code={code} wrap />
          </TabPanel>
        ))}
      </Tabs>
    </SettingsSection>
  )
}
