// The description of the API, drawn by Swagger UI, which is packed with the service.
SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger", deepLinking: true, validatorUrl: null, defaultModelsExpandDepth: 0 });
