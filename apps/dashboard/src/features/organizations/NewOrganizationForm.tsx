import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { CreateOrganization, type PlanId } from '@plinth/contract'
import { Button, Field, Input, Panel, RadioCards, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Controller, useForm } from 'react-hook-form'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { sessionOptions } from '#app/api/session.ts'
import { FormError } from '#app/lib/FormError.tsx'
import { PLAN_CARDS } from './plans.ts'

export function NewOrganizationForm() {
  const navigate = useNavigate()
  const form = useForm({
    resolver: standardSchemaResolver(CreateOrganization),
    // the form may hold any plan, not only the one it begins with
    defaultValues: { name: '', plan: 'free' as PlanId },
  })
  const { errors } = form.formState
  const create = useMutation(
    api.organizations.create.mutationOptions({
      onSuccess: async ({ slug, name }) => {
        // the session holds one's grants, and there is a new one now
        await queryClient.invalidateQueries({ queryKey: sessionOptions().queryKey })
        await queryClient.invalidateQueries({ queryKey: api.organizations.key() })
        toast.success(`Created ${name}`)
        await navigate({ to: '/org/$slug', params: { slug } })
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => create.mutate(values))}>
      <Panel
        footer={
          <Button type="submit" variant="primary" loading={create.isPending}>
            Create organization
          </Button>
        }
      >
        <Field
          layout="row"
          label="Name"
          hint="The name of your company, your team or yourself."
          error={errors.name?.message}
        >
          <Input {...form.register('name')} autoComplete="organization" autoFocus />
        </Field>
        <Field
          layout="row"
          label="Plan"
          hint="You run Plinth yourself, so nobody is billed. The plan decides which limits apply; the prices are those of a hosted platform."
          error={errors.plan?.message}
        >
          <Controller
            control={form.control}
            name="plan"
            render={({ field }) => (
              <RadioCards value={field.value} onChange={field.onChange} options={PLAN_CARDS} />
            )}
          />
        </Field>
        <FormError error={errors.root} />
      </Panel>
    </form>
  )
}
