/** One bar: its values from the ground up, and what it is called. */
export type Bar = {
  readonly key: string
  readonly label: string
  /** Its short name on the axis. */
  readonly tick: string
  readonly values: readonly number[]
}

export type BinnedBar = Bar & {
  /** The place of the first bar in it. */
  readonly index: number
}

// thinner bars are no bars any more
const MIN_BAR_PX = 2

/** As many bars as there is room for: the ones that share a place are one, as high as the highest of them. */
export function binBars(bars: readonly Bar[], widthPx: number): readonly BinnedBar[] {
  const room = Math.max(1, Math.floor(widthPx / MIN_BAR_PX))
  if (bars.length <= room) return bars.map((bar, index) => ({ ...bar, index }))
  const perBin = bars.length / room
  return Array.from({ length: room }, (_, bin) => {
    const from = Math.floor(bin * perBin)
    const inBin = bars.slice(from, Math.floor((bin + 1) * perBin))
    const highest = inBin.reduce((best, bar) => (total(bar) > total(best) ? bar : best))
    return { ...highest, index: from + inBin.indexOf(highest) }
  })
}

const total = ({ values }: Bar) => values.reduce((sum, value) => sum + value, 0)

/** Which of so many bars get a label, where there is room for so few. */
export function labelPlaces(bars: number, room: number): readonly number[] {
  const step = Math.max(1, Math.ceil(bars / Math.max(room, 1)))
  return Array.from({ length: Math.ceil(bars / step) }, (_, place) => place * step)
}
