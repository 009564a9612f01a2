import { Field, RadioCards, Textarea } from '@plinth/ui'
import { useState } from 'react'
import { type Answer, type ReasonId, followUpOf, shuffledReasons } from './survey.ts'

/** Why somebody leaves: one reason, and in their own words what follows from it. */
export function ExitSurvey({
  answer,
  onChange,
  isRequired,
  error,
}: {
  answer: Answer
  onChange: (answer: Answer) => void
  isRequired: boolean
  error: string | undefined
}) {
  // once, or they would change places under the pointer
  const [reasons] = useState(() => shuffledReasons(Math.random))
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="What made you decide to delete it?"
        optional={!isRequired}
        required={isRequired}
        error={error}
      >
        <RadioCards<ReasonId>
          columns={2}
          className="[&_[role=radio]]:py-2"
          value={answer.reason}
          onChange={(reason) => onChange({ ...answer, reason })}
          options={reasons.map(({ id, label }) => ({ value: id, label }))}
        />
      </Field>
      {answer.reason && (
        <Field label={followUpOf(answer.reason)} optional>
          <Textarea
            rows={3}
            maxLength={5000}
            value={answer.message}
            onChange={(event) => onChange({ ...answer, message: event.target.value })}
          />
        </Field>
      )}
    </div>
  )
}
