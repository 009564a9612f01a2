import type { SignedInDevice } from '@plinth/contract'
import { Badge, Button, ConfirmDialog, SettingsSection, toast } from '@plinth/ui'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { When } from '#app/lib/When.tsx'
import { deviceName, isPhone } from './device-name.ts'

export function SessionsList() {
  const { data: devices } = useSuspenseQuery(api.auth.devices.queryOptions({ input: {} }))
  return (
    <SettingsSection
      title="Where you are signed in"
      description="End a session you do not know, and change your password."
      footer={<SignOutEverywhere />}
    >
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </SettingsSection>
  )
}

function DeviceRow({ device }: { device: SignedInDevice }) {
  const end = useMutation(
    api.auth.endSession.mutationOptions({
      onSuccess: async () => {
        toast.success('Ended the session')
        await queryClient.invalidateQueries({ queryKey: api.auth.devices.key() })
      },
      onError: (error) => toast.error(`Failed to end the session: ${messageOf(error)}`),
    }),
  )
  const Icon = isPhone(device.user_agent) ? Smartphone : Monitor
  return (
    <div className="flex items-center gap-3">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {deviceName(device.user_agent)}
          {device.current && <Badge tone="accent">This session</Badge>}
        </p>
        <p className="text-xs text-muted">
          {device.ip_address ?? 'Unknown address'} · since <When date={device.created_at} />
        </p>
      </div>
      {!device.current && (
        <Button size="sm" loading={end.isPending} onClick={() => end.mutate({ id: device.id })}>
          Sign out
        </Button>
      )}
    </div>
  )
}

function SignOutEverywhere() {
  const [isAsking, setAsking] = useState(false)
  const end = useMutation(
    api.auth.signOutEverywhere.mutationOptions({
      // loaded anew, so that nothing fetched before stays in memory
      onSuccess: () => location.assign('/sign-in'),
      onSettled: () => setAsking(false),
      onError: (error) => toast.error(`Failed to sign out: ${messageOf(error)}`),
    }),
  )
  return (
    <>
      <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        variant="danger"
        title="Sign out everywhere?"
        description="Every session of yours ends, this one included. Access tokens keep working."
        confirmLabel="Sign out everywhere"
        loading={end.isPending}
        onConfirm={() => end.mutate({})}
      />
    </>
  )
}
