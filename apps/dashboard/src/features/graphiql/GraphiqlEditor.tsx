import '@graphiql/react/style.css'
import '@graphiql/plugin-doc-explorer/style.css'
import '@graphiql/plugin-history/style.css'
import 'graphiql/graphiql.css'
import './graphiql-theme.css'
import 'graphiql/setup-workers/vite'
import type { GraphqlRole } from '@plinth/contract'
import { type ExecutionResult, GraphQLError } from 'graphql'
import { GraphiQL } from 'graphiql'
import { useMemo } from 'react'
import { client } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { useTheme } from '#app/lib/theme.ts'
import { useMedia } from '#app/lib/use-media.ts'
import { operationNameFor } from './operation-name.ts'
import { projectStorage } from './project-storage.ts'
import { giveStylesTheNonce } from './style-nonce.ts'

giveStylesTheNonce()

const EXAMPLE = `# Ctrl+Space shows what there is to ask.

query Types {
  __schema {
    queryType {
      fields {
        name
      }
    }
  }
}
`

type Props = {
  readonly projectRef: string
  readonly role: GraphqlRole
  readonly userId: string | undefined
}

/** GraphiQL over the platform's call, so that no key of the project is in the page. */
export default function GraphiqlEditor({ projectRef, role, userId }: Props) {
  const theme = useTheme()
  const isSystemDark = useMedia('(prefers-color-scheme: dark)')
  const isDark = theme === 'system' ? isSystemDark : theme === 'dark'
  const storage = useMemo(() => projectStorage(projectRef), [projectRef])
  const fetcher = async ({ query, variables, operationName }: Asked) => {
    try {
      const answer = await client.graphql.ask({
        ref: projectRef,
        role,
        query,
        variables: variables ?? null,
        operationName: operationNameFor(query, operationName),
        ...(userId && { user_id: userId }),
      })
      return answer as ExecutionResult // typed by classes there; what is sent is their JSON
    } catch (error) {
      return { errors: [new GraphQLError(messageOf(error))] }
    }
  }
  return (
    <div className="min-h-0 grow">
      <GraphiQL
        fetcher={fetcher}
        storage={storage}
        defaultQuery={EXAMPLE}
        forcedTheme={isDark ? 'dark' : 'light'}
        isHeadersEditorEnabled={false}
      />
    </div>
  )
}

type Asked = {
  readonly query: string
  readonly variables?: Record<string, unknown> | null
  readonly operationName?: string | null
}
