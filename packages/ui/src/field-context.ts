import { createContext, useContext } from 'react'

type FieldWiring = {
  controlId: string
  labelId: string
  describedBy: string | undefined
  isInvalid: boolean
  isRequired: boolean
  isDisabled: boolean
}

/** How a field reaches the control inside it. */
export const FieldContext = createContext<FieldWiring | undefined>(undefined)

type ControlProps = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
  'aria-required'?: boolean | 'true' | 'false' | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
}

/** What a control inside a Field takes from it; its own props win, descriptions add up. */
export function useFieldControl(own: ControlProps) {
  const field = useContext(FieldContext)
  const describedBy = [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ')
  return {
    id: own.id ?? field?.controlId,
    disabled: own.disabled ?? field?.isDisabled ?? false,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.isInvalid || undefined),
    'aria-required': own['aria-required'] ?? (own.required || field?.isRequired || undefined),
  }
}

/** A control that is not labelable by `for` (a group) takes its name from here. */
export const useFieldLabelId = (): string | undefined => useContext(FieldContext)?.labelId
