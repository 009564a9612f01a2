import { CreateProject, type ErrorCode, type ProjectOptions } from '@plinth/contract'
import type { z } from 'zod'

/** What the form asks for: the call's own schema, with the password not left to chance. */
export const Values = CreateProject.omit({ organization_slug: true }).extend({
  db_pass: CreateProject.shape.db_pass.unwrap(),
})
export type FormInput = z.input<typeof Values>
export type FormValues = z.output<typeof Values>

/** The field a refusal belongs to, where it is not about the form as a whole. */
export const FIELD_OF = {
  SIZE_UNAVAILABLE: 'desired_instance_size',
  VERSION_UNAVAILABLE: 'postgres_engine',
} as const satisfies Partial<Record<ErrorCode, keyof FormValues>>

/** What the form starts with: micro where the machine can give it, or else the largest it can. */
export function initialValues({ regions, sizes }: ProjectOptions): FormInput {
  const given = sizes.filter((size) => size.unavailable_reason === null)
  const size = given.find(({ id }) => id === 'micro') ?? given.at(-1)
  return {
    name: '',
    db_pass: '',
    region: regions[0]?.region ?? 'local',
    cloud_provider: regions[0]?.provider ?? 'LOCAL',
    desired_instance_size: size?.id ?? 'micro',
    postgres_engine: '17',
  }
}
