/** The way back from a restore. */
export const ReplacedNote = () => (
  <>
    Before anything is replaced, what the database holds now is put with the backups as a safety
    point, and its files are kept for some days. If a step fails, the project goes on with what it
    had.
  </>
)
