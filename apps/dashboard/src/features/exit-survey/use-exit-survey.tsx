import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { api } from '#app/api/client.ts'
import { ExitSurvey } from './ExitSurvey.tsx'
import { NO_ANSWER, submissionOf, surveyProblem } from './survey.ts'

export type Survey = {
  /** The questions. */
  readonly fields: ReactNode
  /** Shows what is missing; true where nothing is. */
  readonly isComplete: () => boolean
  /** Hands it in, once what it was asked about is done. */
  readonly submit: (about: { projectRef: string; orgSlug: string }) => void
}

/** The exit survey of a dialog: it lives as long as the dialog does, so each opening begins anew. */
export function useExitSurvey(isRequired: boolean): Survey {
  const [answer, setAnswer] = useState(NO_ANSWER)
  const [isChecked, setChecked] = useState(false)
  // without a word where it fails: a survey must not stand in the way of leaving (spec §8)
  const { mutate } = useMutation(api.feedback.downgrade.mutationOptions())
  const problem = surveyProblem(answer, isRequired)
  const box = useRef<HTMLDivElement>(null)
  return {
    fields: (
      <div ref={box}>
        <ExitSurvey
          answer={answer}
          onChange={setAnswer}
          isRequired={isRequired}
          error={isChecked ? problem : undefined}
        />
      </div>
    ),
    isComplete: () => {
      setChecked(true)
      // the question may have been scrolled past
      if (problem) box.current?.querySelector<HTMLElement>('[role=radio]')?.focus()
      return problem === undefined
    },
    submit: (about) => {
      const submission = submissionOf(answer, about)
      if (submission) mutate(submission)
    },
  }
}
