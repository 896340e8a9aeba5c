import { apiClient } from '../api-client.ts';

/** The API in a module that nothing imports ahead of time, so that its script carries no more than it. */
export const lazyClient = apiClient;
