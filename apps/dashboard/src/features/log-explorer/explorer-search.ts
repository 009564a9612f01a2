import { choiceParam, textParam } from '#app/lib/search-params.ts'
import { momentParam, PRESET_NAMES, type PresetName } from '#app/lib/time-range.ts'
import { HELP_TOPICS, type HelpTopic } from './help-topics.ts'

/** The range the explorer opens with. */
export const STANDARD_RANGE: PresetName = '1h'

/** The explorer's address: a query that was run and its range, so that a link shows the same. */
export type ExplorerSearch = {
  readonly sql?: string | undefined
  readonly range?: PresetName | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
  /** A saved query to open. */
  readonly saved?: string | undefined
  /** A part of the field reference. */
  readonly help?: HelpTopic | undefined
}

export function explorerSearch(params: Record<string, unknown>): ExplorerSearch {
  const read = {
    sql: textParam(params['sql']),
    range: choiceParam(params['range'], PRESET_NAMES),
    start: momentParam(params['start']),
    end: momentParam(params['end']),
    saved: textParam(params['saved']),
    help: choiceParam(params['help'], HELP_TOPICS),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}
