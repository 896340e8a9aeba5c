import { apiClient } from '../api-client.ts';

/** A module that nothing imports statically, so that its chunk holds only the API client. */
export const lazyClient = apiClient;
