import { UPGRADE_STEPS, type UpgradeStatus } from '@plinth/contract'
import type { Step } from '@plinth/ui'

type Progress = NonNullable<UpgradeStatus['databaseUpgradeStatus']>

/** What each step is called (spec §4, upgrade status). */
export const STEP_LABELS = {
  '0_started': 'Started the upgrade',
  '1_launched_upgraded_instance': 'Launched the upgraded instance',
  '2_detached_volume_from_upgraded_instance': 'Detached the volume from the upgraded instance',
  '3_attached_volume_to_original_instance': 'Attached the volume to the original instance',
  '4_initiated_data_upgrade': 'Initiated the data upgrade',
  '5_completed_data_upgrade': 'Completed the data upgrade',
  '6_detached_volume_from_original_instance': 'Detached the volume from the original instance',
  '7_attached_volume_to_upgraded_instance': 'Attached the volume to the upgraded instance',
  '8_completed_upgrade': 'Completed the upgrade',
  '9_completed_post_physical_backup': 'Performing a full backup',
} as const satisfies Record<(typeof UPGRADE_STEPS)[number], string>

const LAST = { 0: 'running', 1: 'done', 2: 'failed' } as const

/** The steps as far as the upgrade's own status tells, where its operation is not known here. */
export function upgradeSteps({ progress, status }: Pick<Progress, 'progress' | 'status'>): Step[] {
  const at = UPGRADE_STEPS.indexOf(progress)
  return UPGRADE_STEPS.map((id, index) => ({
    id,
    label: STEP_LABELS[id],
    state: index < at ? 'done' : index > at ? 'pending' : LAST[status],
  }))
}
