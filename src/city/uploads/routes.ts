import { fileRoute } from './file-routes.ts';
import { uploadRoute } from './upload-routes.ts';

export const uploadRoutes = [uploadRoute, fileRoute];
