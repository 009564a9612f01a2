import { Field, RadioCards, SettingsSection } from '@plinth/ui'
import { THEMES, applyTheme, useTheme } from '#app/lib/theme.ts'

/** Kept by the browser: another machine may stand in another light. */
export const ThemeChoice = () => (
  <SettingsSection title="Appearance">
    <Field layout="row" label="Theme" hint="Kept by this browser.">
      <RadioCards columns={3} value={useTheme()} onChange={applyTheme} options={THEMES} />
    </Field>
  </SettingsSection>
)
