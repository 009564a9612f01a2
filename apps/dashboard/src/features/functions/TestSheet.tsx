import type { EdgeFunction, Project } from '@plinth/contract'
import { Alert, Button, Field, Input, SegmentedControl, Select, Sheet, Textarea } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { messageOf } from '#app/api/errors.ts'
import { useProjectMay } from '#app/api/session.ts'
import { TestAnswerView } from './TestAnswerView.tsx'
import { invoke, METHODS, requestProblem, type TestRequest } from './invoke.ts'
import { publicKeyOf, secretKeyOf } from './use-keys.ts'

const AS = [
  { value: 'anon', label: 'anon' },
  { value: 'service_role', label: 'service_role' },
  { value: 'none', label: 'no key' },
] as const
type As = (typeof AS)[number]['value']

const KEYS = {
  anon: publicKeyOf,
  service_role: secretKeyOf,
  none: () => undefined,
} as const satisfies Record<As, (ref: string) => unknown>

const FIRST: TestRequest = {
  method: 'POST',
  path: '',
  headers: 'content-type: application/json',
  body: '{ "name": "Ada" }',
}

const whyNoAnswer = (error: Error) =>
  error.name === 'AbortError'
    ? 'You cancelled it.'
    : error instanceof TypeError
      ? 'Either the gateway cannot be reached from this browser, or the function lets only other pages read it: see its access-control-allow-origin.'
      : messageOf(error)

type Props = {
  readonly project: Project
  readonly fn: EdgeFunction
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Calls a function from the dashboard, as a page of anybody's would. */
export function TestSheet({ project, fn, open, onOpenChange }: Props) {
  const [request, setRequest] = useState(FIRST)
  const mayReadKeys = useProjectMay('api_keys:read', project)
  const [as, setAs] = useState<As>(mayReadKeys ? 'anon' : 'none')
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(null)
  const test = useMutation({
    mutationFn: async (sent: TestRequest) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      return invoke({
        fn,
        request: sent,
        key: await KEYS[as](project.ref),
        signal: controller.signal,
      })
    },
    gcTime: 0,
  })
  const change = (patch: Partial<TestRequest>) => {
    setRequest({ ...request, ...patch })
    setProblem(undefined)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) running.current?.abort()
        onOpenChange(next)
      }}
      size="lg"
      title={`Test ${fn.slug}`}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const found = requestProblem(request)
          setProblem(found)
          if (!found) test.mutate(request)
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Method" className="w-28">
            <Select
              options={METHODS.map((method) => ({ value: method, label: method }))}
              value={request.method}
              onChange={(method) => change({ method })}
            />
          </Field>
          <Field label="Path and search" optional className="min-w-40 flex-1">
            <Input
              mono
              value={request.path}
              onChange={(event) => change({ path: event.target.value })}
              placeholder="/path?search=1"
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        </div>
        <Field label="Key">
          <SegmentedControl aria-label="Key" options={AS} value={as} onChange={setAs} />
        </Field>
        <Field label="Headers" hint="One a line.">
          <Textarea
            mono
            rows={3}
            value={request.headers}
            onChange={(event) => change({ headers: event.target.value })}
            spellCheck={false}
          />
        </Field>
        {request.method !== 'GET' && (
          <Field label="Body" optional>
            <Textarea
              mono
              rows={6}
              value={request.body}
              onChange={(event) => change({ body: event.target.value })}
              spellCheck={false}
            />
          </Field>
        )}
        {problem && <Alert tone="critical">{problem}</Alert>}
        <div className="flex justify-end gap-2">
          {test.isPending && <Button onClick={() => running.current?.abort()}>Cancel</Button>}
          <Button
            type="submit"
            variant="primary"
            icon={<Send aria-hidden />}
            loading={test.isPending}
          >
            Send request
          </Button>
        </div>
        {test.error && (
          <Alert tone="critical" title="There was no answer">
            {whyNoAnswer(test.error)}
          </Alert>
        )}
        {test.data && <TestAnswerView answer={test.data} />}
      </form>
    </Sheet>
  )
}
