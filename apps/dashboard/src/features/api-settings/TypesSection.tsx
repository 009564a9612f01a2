import { type Project, projectCan } from '@plinth/contract'
import { Button, CopyButton, Field, Input, SettingsSection, toast } from '@plinth/ui'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { client } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { saveText } from '#app/lib/save-text.ts'

const FILE_NAME = 'database.types.ts'

/** The database as TypeScript sees it, for the client library to check queries against. */
export function TypesSection({ project }: { project: Project }) {
  const { ref, status } = project
  const [schemas, setSchemas] = useState('')
  const [isSaving, setSaving] = useState(false)

  async function types() {
    const named = schemas.trim()
    try {
      const input = { ref, ...(named && { included_schemas: named }) }
      return (await client.apiDocs.typescript(input)).types
    } catch (error) {
      toast.error(`Failed to generate types: ${messageOf(error)}`)
      return undefined
    }
  }

  async function save() {
    setSaving(true)
    const text = await types()
    setSaving(false)
    if (text === undefined) return
    saveText({ name: FILE_NAME, type: 'text/plain', text })
    toast.success('Successfully generated types! File is being downloaded')
  }

  const disabledReason = projectCan('query', status)
    ? undefined
    : 'Available once the project is running'
  return (
    <SettingsSection
      title="TypeScript types"
      description="Generated from the tables, views and functions as they are now. Generate them anew when the schema changes."
      footer={
        <>
          <CopyButton value={types} label="Copy types" disabledReason={disabledReason} />
          <Button
            variant="primary"
            icon={<Download aria-hidden />}
            loading={isSaving}
            disabledReason={disabledReason}
            onClick={save}
          >
            Download types
          </Button>
        </>
      }
    >
      <Field
        layout="row"
        label="Schemas"
        optional
        hint="Separated by commas. Left empty, the exposed ones."
      >
        <Input
          mono
          value={schemas}
          onChange={(event) => setSchemas(event.target.value)}
          placeholder="public"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
    </SettingsSection>
  )
}
