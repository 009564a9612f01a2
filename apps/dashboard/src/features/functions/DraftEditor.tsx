import { EmptyState, SkeletonLines } from '@plinth/ui'
import { FileQuestion } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { FileNameDialog } from './FileNameDialog.tsx'
import { FileTabs } from './FileTabs.tsx'
import { type Draft, renamed, textFile, withFile, withoutFile } from './files.ts'

const CodeEditor = lazy(() =>
  import('@plinth/ui/code-editor').then((editor) => ({ default: editor.CodeEditor })),
)

type Props = {
  readonly draft: Draft
  readonly isReadOnly?: boolean
  readonly onChange: (draft: Draft) => void
  readonly onSave: () => void
}

type Naming = { readonly renamed?: string }

/** The files of a function, to be read and written. It fills its parent, which must have a height. */
export function DraftEditor({ draft, isReadOnly = false, onChange, onSave }: Props) {
  const [chosen, setChosen] = useState(draft.entrypoint)
  const [naming, setNaming] = useState<Naming>()
  const id = useId()
  const file = draft.files.find(({ name }) => name === chosen) ?? draft.files[0]
  if (!file) return null
  const tabId = (name: string) => `${id}tab-${encodeURIComponent(name)}`

  function named(name: string) {
    onChange(
      naming?.renamed === undefined
        ? withFile(draft, textFile(name, ''))
        : renamed(draft, naming.renamed, name),
    )
    setChosen(name)
    setNaming(undefined)
  }

  return (
    <div className="flex h-full min-h-0 flex-col">
      <FileTabs
        draft={draft}
        active={file.name}
        isReadOnly={isReadOnly}
        panelId={`${id}panel`}
        tabId={tabId}
        onOpen={setChosen}
        onAdd={() => setNaming({})}
        onRename={(name) => setNaming({ renamed: name })}
        onRemove={(name) => {
          onChange(withoutFile(draft, name))
          setChosen(draft.entrypoint)
        }}
      />
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={tabId(file.name)}
        className="min-h-0 flex-1"
      >
        {file.encoding === 'base64' ? (
          <EmptyState
            icon={<FileQuestion aria-hidden />}
            title="This file is no text"
            framed={false}
          >
            It is deployed as it is. Remove it to leave it out.
          </EmptyState>
        ) : (
          <Suspense
            fallback={<SkeletonLines lines={12} label="Loading the editor" className="p-4" />}
          >
            <CodeEditor
              // each file has its own history of what was undone
              key={file.name}
              aria-label={file.name}
              fileName={file.name}
              value={file.content}
              readOnly={isReadOnly}
              onChange={(content) => onChange(withFile(draft, { ...file, content }))}
              onSave={onSave}
            />
          </Suspense>
        )}
      </div>
      {naming && (
        <FileNameDialog
          draft={draft}
          renamed={naming.renamed}
          onNamed={named}
          onClose={() => setNaming(undefined)}
        />
      )}
    </div>
  )
}
