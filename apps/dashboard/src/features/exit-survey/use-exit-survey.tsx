import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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
  return {
    fields: (
      <ExitSurvey
        answer={answer}
        onChange={setAnswer}
        isRequired={isRequired}
        error={isChecked ? problem : undefined}
      />
    ),
    isComplete: () => {
      setChecked(true)
      return problem === undefined
    },
    submit: (about) => {
      const submission = submissionOf(answer, about)
      if (submission) mutate(submission)
    },
  }
}
