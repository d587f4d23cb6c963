import { fileRoute } from './serve.ts';
import { uploadRoute } from './upload.ts';

export const uploadRoutes = [uploadRoute, fileRoute];
