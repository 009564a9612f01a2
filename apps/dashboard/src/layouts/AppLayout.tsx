import { Outlet } from '@tanstack/react-router'

export const AppLayout = () => <Outlet />
