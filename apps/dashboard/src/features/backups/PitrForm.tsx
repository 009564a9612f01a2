import type { Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Button, SettingsSection } from '@plinth/ui'
import { Suspense, lazy, useState } from 'react'
import { useProjectMay } from '#app/api/session.ts'
import { now } from '#app/lib/time.ts'
import {
  type Range,
  type Zone,
  chosenMoment,
  momentProblem,
  picked,
  typed,
  unixSeconds,
} from './moment.ts'
import { inWords } from './moment-words.ts'
import { MomentField } from './MomentField.tsx'
import { RangeRows } from './RangeRows.tsx'
import { ReplacedNote } from './ReplacedNote.tsx'

const RestoreMomentDialog = lazy(() => import('./RestoreMomentDialog.tsx'))
const NewProjectDialog = lazy(() => import('./NewProjectDialog.tsx'))

/** Chooses the moment; what restoring to it means is asked after. */
export function PitrForm({ project, range }: { project: Project; range: Range }) {
  const [zone, setZone] = useState<Zone>('local')
  const [chosen, setChosen] = useState(typed(''))
  const [isChecked, setChecked] = useState(false)
  const [open, setOpen] = useState<'restore' | 'copy'>()
  const mayRestore = useProjectMay('backups:write', project)
  const moment = chosenMoment(chosen, zone)
  const problem = momentProblem(moment, range, now())
  const refusal = mayRestore ? undefined : 'You need additional permissions to restore backups'
  const busy = projectCan('restoreBackup', project.status)
    ? undefined
    : 'Wait for what is running on this project'

  function review(what: 'restore' | 'copy') {
    setChecked(true)
    if (!problem) setOpen(what)
  }
  function changeZone(next: Zone) {
    // the moment stays, it is only written in another way
    if (moment) setChosen(picked(moment, next))
    setZone(next)
  }

  return (
    <>
      <SettingsSection
        title="Restore to a point in time"
        note={<ReplacedNote />}
        footer={
          <>
            <Button disabledReason={refusal} onClick={() => review('copy')}>
              Restore to a new project
            </Button>
            <Button
              variant="primary"
              disabledReason={refusal ?? busy}
              onClick={() => review('restore')}
            >
              Review the restore
            </Button>
          </>
        }
      >
        <RangeRows range={range} zone={zone} onZone={changeZone} />
        <MomentField
          range={range}
          zone={zone}
          chosen={chosen}
          onChoose={setChosen}
          moment={moment}
          // a date that is being typed is wrong until its last digit
          error={isChecked || (moment && problem) ? problem : undefined}
        />
      </SettingsSection>
      <Suspense>
        {moment && open === 'restore' && (
          <RestoreMomentDialog
            project={project}
            moment={moment}
            zone={zone}
            onClose={() => setOpen(undefined)}
          />
        )}
        {moment && open === 'copy' && (
          <NewProjectDialog
            project={project}
            source={{ recovery_time_target_unix: unixSeconds(moment) }}
            from={inWords(moment, zone)}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
