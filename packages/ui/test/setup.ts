import './test.css'
import { setDocumentTheme } from '#ui/document-theme.ts'

setDocumentTheme('light')
