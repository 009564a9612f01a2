/** Told now and then how many bytes of a long work are behind it, and of how many as far as is known. */
export type Progress = (doneBytes: number, totalBytes: number) => void
