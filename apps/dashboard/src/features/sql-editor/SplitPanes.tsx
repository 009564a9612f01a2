import { ResizableGroup, ResizableHandle, ResizablePanel } from '@plinth/ui'
import type { ReactNode } from 'react'
import { readPanes, writePanes } from './panes.ts'

/** The text above and what came of it below; where they meet is kept by this browser. */
export const SplitPanes = ({ editor, results }: { editor: ReactNode; results: ReactNode }) => (
  <ResizableGroup
    orientation="vertical"
    className="min-h-0 flex-1"
    defaultLayout={readPanes()}
    onLayoutChanged={writePanes}
  >
    <ResizablePanel id="editor" minSize="15%">
      {editor}
    </ResizablePanel>
    <ResizableHandle aria-label="Height of the editor" />
    <ResizablePanel id="results" minSize="15%">
      {results}
    </ResizablePanel>
  </ResizableGroup>
)
